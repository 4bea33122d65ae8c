function e(e){return e.length>2e6?void 0:e}function t(e,t){return e.content===void 0?e.mtimeMs===t.stats.mtimeMs&&e.size===t.stats.size:e.content===t.text}function n(e,t){return e.known===void 0||r(e.known).some(e=>e.from<=t.from&&t.to<=e.to)}function r(e){let t=[];for(let n of[...e].sort((e,t)=>e.from-t.from)){let e=t[t.length-1];e&&n.from<=e.to+1?t[t.length-1]={from:e.from,to:Math.max(e.to,n.to)}:t.push(n)}return t}function i(e,t,n){return e?.map(e=>e.to<t.from?e:{from:e.from>t.to?e.from+n:e.from,to:e.to+n})}function a(e){return!e.includes(`
`)&&e.includes(`\r`)?`\r`:`
`}function o(e,t){let n=a(e),r=1;for(let i=e.indexOf(n);i!==-1&&i<t;r+=1)i=e.indexOf(n,i+1);return r}function s(e,t){let n=a(e),r=e.indexOf(n,t),i=r===-1?e.lastIndexOf(n):r;return i===-1||n===`\r`?n:e[i-1]===`\r`?`\r
`:`
`}function c(e){if(a(e)===`\r`)return`\r`;let t=e.split(`
`).length-1;if(t===0)return;let n=e.split(`\r
`).length-1;return n===t?`\r
`:n===0?`
`:void 0}function l(e){if(!e.includes(`\r`))return{flat:e,toOriginal:e=>e};if(a(e)===`\r`)return{flat:e.replaceAll(`\r`,`
`),toOriginal:e=>e};let t=0,n=0,r=e.indexOf(`\r
`);return{flat:e.replaceAll(`\r
`,`
`),toOriginal(i){for(i+n<t&&(n=0,r=e.indexOf(`\r
`));r!==-1&&r<i+n;)n+=1,r=e.indexOf(`\r
`,r+2);return t=i+n,t}}}export{c as a,n as c,s as i,r as l,o as n,t as o,a as r,e as s,l as t,i as u};
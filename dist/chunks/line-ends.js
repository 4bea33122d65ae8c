function e(e){return!e.includes(`
`)&&e.includes(`\r`)?`\r`:`
`}function t(t,n){let r=e(t),i=1;for(let e=t.indexOf(r);e!==-1&&e<n;i+=1)e=t.indexOf(r,e+1);return i}function n(t,n){let r=e(t),i=t.indexOf(r,n),a=i===-1?t.lastIndexOf(r):i;return a===-1||r===`\r`?r:t[a-1]===`\r`?`\r
`:`
`}function r(t){if(e(t)===`\r`)return`\r`;let n=t.split(`
`).length-1;if(n===0)return;let r=t.split(`\r
`).length-1;return r===n?`\r
`:r===0?`
`:void 0}function i(t){if(!t.includes(`\r`))return{flat:t,toOriginal:e=>e};if(e(t)===`\r`)return{flat:t.replaceAll(`\r`,`
`),toOriginal:e=>e};let n=0,r=0,i=t.indexOf(`\r
`);return{flat:t.replaceAll(`\r
`,`
`),toOriginal(e){for(e+r<n&&(r=0,i=t.indexOf(`\r
`));i!==-1&&i<e+r;)r+=1,i=t.indexOf(`\r
`,i+2);return n=e+r,n}}}export{r as a,n as i,t as n,e as r,i as t};
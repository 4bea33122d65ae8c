require('fs').writeFileSync('begun', ''); setInterval(() => {}, 1000);

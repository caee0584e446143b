/**
 * Runs before the first paint, from inside the page (its hash stands in the page's policy). It sets what only this
 * browser knows, so that nothing flashes: the chosen theme, how an e-book is shown, a dismissed announcement, and whether somebody is signed in.
 */
export const headScript = `(function(d){try{var s=localStorage,t=s.getItem('cendaki-theme');if(t==='dark'||t==='light')d.dataset.theme=t;var c=s.getItem('cendaki-dismissed');if(c)d.dataset.dismissed=c;var r=s.getItem('cendaki-reader');if(r){d.dataset.reader=r;if(/^\\/e-book\\//.test(location.pathname)){if(/malam/.test(r))d.dataset.theme='dark';else if(/kertas|sepia/.test(r))d.dataset.theme='light'}}if(s.getItem('session'))d.dataset.signedIn=''}catch(e){}d.dataset.js=''})(document.documentElement)`

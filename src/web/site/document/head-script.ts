/**
 * Runs before the first paint, inside the document (the content security policy contains its hash). It applies settings stored in this
 * browser, so that nothing flashes: the theme, the reader display, a dismissed announcement, and the signed-in state. A form without an action is
 * submitted by its page; before that has hydrated, the browser would load a URL with everything that was typed, passwords too.
 */
export const headScript = `(function(d){try{var s=localStorage,t=s.getItem('cendaki-theme');if(t==='dark'||t==='light')d.dataset.theme=t;var c=s.getItem('cendaki-dismissed');if(c)d.dataset.dismissed=c;var r=s.getItem('cendaki-reader');if(r){d.dataset.reader=r;if(/^\\/e-book\\//.test(location.pathname)){if(/malam/.test(r))d.dataset.theme='dark';else if(/kertas|sepia/.test(r))d.dataset.theme='light'}}if(s.getItem('session'))d.dataset.signedIn=''}catch(e){}d.dataset.js='';addEventListener('submit',function(e){if(!e.target.hasAttribute('action'))e.preventDefault()})})(document.documentElement)`

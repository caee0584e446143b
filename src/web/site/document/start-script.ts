/**
 * Runs at the end of the document (the content security policy contains its hash) and requests the modules that its element names, the entry
 * first, once the page is painted: until then they would compete with the document, the font and the pictures. A hidden tab paints nothing;
 * there, and where painting takes long, they are requested after half a second.
 */
export const startScript = `(function(d,e){function s(){e.dataset.modules.split(' ').forEach(function(h,i){var n=d.createElement(i?'link':'script');if(i){n.rel='modulepreload';n.href=h}else{n.type='module';n.src=h}n.fetchPriority='low';d.head.append(n)})}var t=setTimeout(s,500);requestAnimationFrame(function(){clearTimeout(t);setTimeout(s)})})(document,document.currentScript)`

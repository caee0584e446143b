// Runs at the end of the document (the content security policy contains its hash) and requests the modules that its element names, the entry first,
// once the page is painted: until then they would compete with the document, the font and the pictures. A hidden tab paints nothing; there, and where
// painting takes long, they are requested after half a second.

const names = document.currentScript?.dataset.modules?.split(' ') ?? []

function request(): void {
  for (const [index, address] of names.entries()) {
    const element = index === 0 ? document.createElement('script') : document.createElement('link')
    if (element instanceof HTMLScriptElement) {
      element.type = 'module'
      element.src = address
    } else {
      element.rel = 'modulepreload'
      element.href = address
    }
    element.fetchPriority = 'low'
    document.head.append(element)
  }
}

const late = setTimeout(request, 500)
requestAnimationFrame(() => {
  clearTimeout(late)
  setTimeout(request)
})

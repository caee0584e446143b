import { dismissedKey, readerKey, sessionKey, themeKey } from '#web/kit/ui/stored-names.ts'

// Runs before the first paint, inside the document (the content security policy contains its hash). It applies settings stored in this browser,
// so that nothing flashes: the theme, the reader display, a dismissed announcement, and the signed-in state.

const { dataset } = document.documentElement
try {
  const theme = localStorage.getItem(themeKey)
  if (theme === 'dark' || theme === 'light') dataset.theme = theme
  const dismissed = localStorage.getItem(dismissedKey)
  if (dismissed) dataset.dismissed = dismissed
  const display = localStorage.getItem(readerKey)
  if (display) {
    dataset.reader = display
    if (location.pathname.startsWith('/e-book/')) {
      if (display.includes('malam')) dataset.theme = 'dark'
      else if (/kertas|sepia/.test(display)) dataset.theme = 'light'
    }
  }
  if (localStorage.getItem(sessionKey)) dataset.signedIn = ''
} catch {
  // Storage is blocked: the page looks as it does for a new visitor.
}
dataset.js = ''
// A form without an action is submitted by its page; before that has hydrated, the browser would load a URL with everything that was typed, passwords too.
addEventListener('submit', (event) => {
  if (event.target instanceof Element && !event.target.hasAttribute('action')) event.preventDefault()
})

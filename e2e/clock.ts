import type { Browser } from '@playwright/test'

/** Gives pages of this browser the time of the tests, where those run under faketime. */
export function fakeBrowserClock(browser: Browser): void {
  if (!process.env.FAKETIME) return
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.clock.install({ time: new Date() })
    return context
  }
}

import type { ReactNode } from 'react'

/**
 * URLs of the built files that every page needs; `modules` begins with the entry. `inlineStyle` is the text of `styles`: a first visit then
 * paints without waiting for a second response. Null in development.
 */
export type Assets = { modules: string[]; styles: string[]; inlineStyle: string | null; font: string | null }

/** Empty in the browser, which keeps the texts in the document: their code is then not in the bundle. */
type InlineScripts = { head: string; start: string }

type Props = { assets: Assets; inlineScripts: InlineScripts; hydration: string | null; children: ReactNode }

/**
 * The whole document, rendered identically on the server and in the browser. The hydration data is a JSON data block, which the
 * content security policy does not treat as a script.
 */
export function Document({ assets, inlineScripts, hydration, children }: Props) {
  return (
    // The head script and browser extensions set attributes on <html> before hydration.
    <html lang="id" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineScripts.head }} />
        {assets.font && <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="anonymous" />}
        {assets.inlineStyle === null ? (
          assets.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
        ) : (
          <style
            data-files={assets.styles.join(' ')}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: assets.inlineStyle }}
          />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/icon-192.png" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#11131d" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        {children}
        <script
          id="hydration"
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: hydration ?? '' }}
        />
        {assets.inlineStyle === null ? (
          // Not async: React would move them to the head, before the script that fast refresh needs.
          assets.modules.map((src) => <script key={src} type="module" src={src} />)
        ) : (
          <script
            data-modules={assets.modules.join(' ')}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: inlineScripts.start }}
          />
        )}
      </body>
    </html>
  )
}

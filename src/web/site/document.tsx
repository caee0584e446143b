import type { ReactNode } from 'react'
import { headScript } from './head-script.ts'

/**
 * URLs of the built files that every page needs. `inlineStyle` is the text of `styles`: a first visit then paints without waiting for
 * a second response. Null in development.
 */
export type Assets = { scripts: string[]; modulePreloads: string[]; styles: string[]; inlineStyle: string | null; font: string | null }

type Props = { assets: Assets; hydration: string | null; children: ReactNode }

/**
 * The whole document, rendered identically on the server and in the browser. The hydration data is a JSON data block, which the
 * content security policy does not treat as a script.
 */
export function Document({ assets, hydration, children }: Props) {
  return (
    // The head script and browser extensions set attributes on <html> before hydration.
    <html lang="id" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        {assets.font && <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="anonymous" />}
        {assets.inlineStyle === null ? (
          assets.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
        ) : (
          <style data-files={assets.styles.join(' ')} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: assets.inlineStyle }} />
        )}
        {/* Nothing on the screen waits for scripts. */}
        {assets.modulePreloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/icon-192.png" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#11131d" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        {children}
        <script id="hydration" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hydration ?? '' }} />
        {/* Not async: React would move them to the head, and cached ones would run before the document has arrived. */}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} fetchPriority="low" />
        ))}
      </body>
    </html>
  )
}

import type { ReactNode } from 'react'
import { headScript } from './head-script.ts'

/** URLs of the built files that every page needs. */
export type Assets = { scripts: string[]; modulePreloads: string[]; styles: string[]; font: string | null }

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
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.modulePreloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
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
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} async />
        ))}
      </body>
    </html>
  )
}

import { extensionOf } from '#contract/kit/media/file-rules.ts'

const longest = 150

/** Extensions of programs and pages: before the last one they would be what a file seems to be where that is hidden. */
const runnable =
  /\.(?=(?:exe|com|bat|cmd|scr|pif|msi|lnk|dll|apk|jar|js|mjs|cjs|vbs|vbe|wsf|wsh|hta|ps1|sh|php\d?|phtml|py|rb|pl|x?html?|mht|svg|xml|docm|xlsm|pptm|reg|url|desktop|app|dmg|iso)\s*\.)/gi

/**
 * The last part of a path without control and formatting characters, which could hide an extension; an extension of a program inside the
 * name is a part of it: `Node.js.pdf` becomes `Node_js.pdf`. The last extension stays.
 */
export function cleanFileName(name: string): string {
  const last = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .at(-1)
  const clean = (last ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll(runnable, '_')
  const extension = extensionOf(clean)
  return clean.length <= longest
    ? clean
    : `${clean.slice(0, longest - extension.length - 1).toWellFormed()}.${extension}`
}

/** The same name with another extension. */
export function withExtension(name: string, extension: string): string {
  const old = extensionOf(name)
  return addExtension(old === '' ? name : name.slice(0, -(old.length + 1)), extension)
}

export const addExtension = (name: string, extension: string): string =>
  cleanFileName(`${name.replace(/\.+$/, '') || 'berkas'}.${extension}`)

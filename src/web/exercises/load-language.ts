import type { Extension } from '@codemirror/state'

/** The language of a file by its name. Each is loaded where it is used only. */
export async function loadLanguage(path: string): Promise<Extension> {
  if (path.endsWith('.txt')) return []
  if (path.endsWith('.py')) return (await import('./python-language.ts')).language
  if (path.endsWith('.sql')) return (await import('./sql-language.ts')).language
  return (await import('./web-languages.ts')).languageOf(path)
}

import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import type { Extension } from '@codemirror/state'

export function languageOf(path: string): Extension {
  if (path.endsWith('.html')) return html()
  return path.endsWith('.css') ? css() : javascript()
}

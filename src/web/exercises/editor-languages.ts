import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

/** The language of a file by its name. */
export function languageOf(path: string): Extension {
  if (path.endsWith('.html')) return html()
  if (path.endsWith('.css')) return css()
  return path.endsWith('.sql') ? sql({ dialect: PostgreSQL }) : javascript()
}

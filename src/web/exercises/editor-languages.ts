import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { python } from '@codemirror/lang-python'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

/** The language of a file by its name. */
export function languageOf(path: string): Extension {
  if (path.endsWith('.html')) return html()
  if (path.endsWith('.css')) return css()
  if (path.endsWith('.py')) return python()
  if (path.endsWith('.txt')) return []
  return path.endsWith('.sql') ? sql({ dialect: PostgreSQL }) : javascript()
}

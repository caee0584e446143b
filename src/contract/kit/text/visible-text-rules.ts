import * as z from 'zod/mini'
import { hasVisibleText } from './visible-text.ts'

/** Of a required text: it shows something. */
export const visibleText = (missing: string) => z.refine<string>(hasVisibleText, missing)

/** Of a text that may be left empty: one that shows nothing is empty. */
export const emptyUnlessVisible = z.overwrite<string>((text) => (hasVisibleText(text) ? text : ''))

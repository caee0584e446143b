import * as z from 'zod/mini'
import { hasVisibleText } from './visible-text.ts'

/** A required text shows something. */
export const visibleText = (missing: string) => z.refine<string>(hasVisibleText, missing)

/** An optional text that shows nothing is empty. */
export const emptyUnlessVisible = z.overwrite<string>((text) => (hasVisibleText(text) ? text : ''))

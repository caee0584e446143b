import { contentMessages } from '#contract/catalog/content-form.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { findSection } from '#server/catalog/sections.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { RejectedField } from '#server/catalog/authoring/rejected-field.ts'

/** The chapter that a lesson is put into; null puts it before the first one. The caller must hold the course's lock. */
export async function requireSection(tx: Tx, courseId: string, sectionId: string | null): Promise<string | null> {
  if (sectionId === null) return null
  const section = isUuid(sectionId) ? await findSection(tx, courseId, sectionId) : null
  if (!section) throw new RejectedField('sectionId', contentMessages.section)
  return section.id
}

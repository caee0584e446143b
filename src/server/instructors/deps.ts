import type { Catalog } from '#server/catalog/index.ts'
import type { Conversation } from '#server/conversation/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'

export type InstructorsDeps = {
  identity: Identity
  catalog: Catalog
  learning: Learning
  conversation: Conversation
}

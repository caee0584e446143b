import { ok } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { endpoints } from '#server/http/index.ts'
import type { Library } from './library.ts'

type Errors = { NOT_FOUND(): Error; STALE?(): Error }
type Refusal = 'not-found' | 'stale'

/** An edit that did not find its subject, or found it changed, is told so. */
function refuse<Outcome>(outcome: Outcome | Refusal, errors: Errors): asserts outcome is Exclude<Outcome, Refusal> {
  if (outcome === 'not-found') throw errors.NOT_FOUND()
  if (outcome === 'stale') throw errors.STALE?.() ?? errors.NOT_FOUND()
}

export function createAdminLibraryRoutes(library: Library, database: Database) {
  const { library: on } = endpoints
  const { edit } = library

  /** Runs an edit and answers with the whole e-book as it is afterwards. */
  async function editEbook(ebookId: string, errors: Errors, work: (tx: Transaction) => Promise<unknown>) {
    refuse(await database.transaction(work), errors)
    return shown(ebookId, errors)
  }

  async function shown(ebookId: string, errors: Errors) {
    const ebook = await library.showAdminEbook(ebookId)
    if (!ebook) throw errors.NOT_FOUND()
    return ok(ebook)
  }

  async function shownSection(address: { ebookId: string; sectionId: string }, errors: Errors) {
    const section = await database.transaction((tx) => edit.showSection(tx, address))
    if (!section) throw errors.NOT_FOUND()
    return ok(section)
  }

  async function shownTip(tipId: string, errors: Errors) {
    const tip = await library.showAdminTip(tipId)
    if (!tip) throw errors.NOT_FOUND()
    return ok(tip)
  }

  return {
    adminListEbooks: on.adminListEbooks.handler(async ({ input }) => {
      const { rows, total } = await library.listAllEbooks(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),
    adminShowEbook: on.adminShowEbook.handler(({ input, errors }) => shown(input.id, errors)),
    createEbook: on.createEbook.handler(async ({ input, errors }) => shown(await database.transaction((tx) => edit.createEbook(tx, input)), errors)),
    updateEbook: on.updateEbook.handler(({ input, errors }) => editEbook(input.id, errors, (tx) => edit.updateEbook(tx, input))),
    setEbookStatus: on.setEbookStatus.handler(async ({ input, errors }) => {
      const result = await database.transaction((tx) => edit.setEbookStatus(tx, input))
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'incomplete') throw errors.INVALID_INPUT({ data: { errors: result.errors } })
      return shown(input.id, errors)
    }),
    deleteEbook: on.deleteEbook.handler(async ({ input, errors }) => {
      const outcome = await database.transaction((tx) => edit.deleteEbook(tx, input.id))
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      return ok({ outcome })
    }),

    addEbookModule: on.addEbookModule.handler(({ input, errors }) => editEbook(input.id, errors, (tx) => edit.addModule(tx, input.id, input.title))),
    renameEbookModule: on.renameEbookModule.handler(({ input: { id, moduleId, title }, errors }) =>
      editEbook(id, errors, (tx) => edit.renamePart(tx, { ebookId: id, kind: 'module', partId: moduleId }, title)),
    ),
    deleteEbookModule: on.deleteEbookModule.handler(({ input: { id, moduleId }, errors }) =>
      editEbook(id, errors, (tx) => edit.deletePart(tx, { ebookId: id, kind: 'module', partId: moduleId })),
    ),
    addEbookTopic: on.addEbookTopic.handler(({ input: { id, moduleId, title }, errors }) =>
      editEbook(id, errors, (tx) => edit.addTopic(tx, { ebookId: id, moduleId, title })),
    ),
    renameEbookTopic: on.renameEbookTopic.handler(({ input: { id, topicId, title }, errors }) =>
      editEbook(id, errors, (tx) => edit.renamePart(tx, { ebookId: id, kind: 'topic', partId: topicId }, title)),
    ),
    deleteEbookTopic: on.deleteEbookTopic.handler(({ input: { id, topicId }, errors }) =>
      editEbook(id, errors, (tx) => edit.deletePart(tx, { ebookId: id, kind: 'topic', partId: topicId })),
    ),
    addEbookSection: on.addEbookSection.handler(async ({ input: { id, topicId, ...section }, errors }) => {
      const sectionId = await database.transaction((tx) => edit.addSection(tx, { ebookId: id, topicId }, section))
      refuse(sectionId, errors)
      return shownSection({ ebookId: id, sectionId }, errors)
    }),
    adminShowSection: on.adminShowSection.handler(({ input, errors }) => shownSection({ ebookId: input.id, sectionId: input.sectionId }, errors)),
    updateEbookSection: on.updateEbookSection.handler(async ({ input: { id, sectionId, ...change }, errors }) => {
      const address = { ebookId: id, sectionId }
      refuse(await database.transaction((tx) => edit.updateSection(tx, address, change)), errors)
      return shownSection(address, errors)
    }),
    deleteEbookSection: on.deleteEbookSection.handler(({ input: { id, sectionId }, errors }) =>
      editEbook(id, errors, (tx) => edit.deletePart(tx, { ebookId: id, kind: 'section', partId: sectionId })),
    ),
    reorderEbook: on.reorderEbook.handler(({ input: { id, modules }, errors }) => editEbook(id, errors, (tx) => edit.reorder(tx, id, modules))),

    adminListTips: on.adminListTips.handler(async ({ input }) => {
      const { rows, total } = await library.listAllTips(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),
    adminShowTip: on.adminShowTip.handler(({ input, errors }) => shownTip(input.id, errors)),
    createTip: on.createTip.handler(async ({ input, errors }) => {
      const tipId = await database.transaction((tx) => edit.createTip(tx, input))
      if (tipId === 'slug-taken') throw errors.INVALID_INPUT({ data: { errors: { slug: 'Slug ini sudah dipakai' } } })
      return shownTip(tipId, errors)
    }),
    updateTip: on.updateTip.handler(async ({ input, errors }) => {
      const outcome = await database.transaction((tx) => edit.updateTip(tx, input))
      if (outcome === 'slug-taken') throw errors.INVALID_INPUT({ data: { errors: { slug: 'Slug ini sudah dipakai' } } })
      refuse(outcome, errors)
      return shownTip(input.id, errors)
    }),
    setTipStatus: on.setTipStatus.handler(async ({ input, errors }) => {
      const result = await database.transaction((tx) => edit.setTipStatus(tx, input))
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'incomplete') throw errors.INVALID_INPUT({ data: { errors: result.errors } })
      return shownTip(input.id, errors)
    }),
    deleteTip: on.deleteTip.handler(async ({ input, errors }) => {
      if (!(await database.transaction((tx) => edit.deleteTip(tx, input.id)))) throw errors.NOT_FOUND()
      return ok(null)
    }),
  }
}

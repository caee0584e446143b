import { ok } from '#contract/kit/endpoint.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Editing } from './editing.ts'
import type { TipRejection } from './edit-tip.ts'
import type { Library } from '#server/library/library.ts'

type Errors = { NOT_FOUND(): Error; STALE?(): Error }
type Rejection = 'not-found' | 'stale'
type EditorContext = { viewer(): { id: string } }

/** Maps 'not-found' and 'stale' to API errors. */
function throwIfRejected<Outcome>(outcome: Outcome | Rejection, errors: Errors): asserts outcome is Exclude<Outcome, Rejection> {
  if (outcome === 'not-found') throw errors.NOT_FOUND()
  if (outcome === 'stale') throw errors.STALE?.() ?? errors.NOT_FOUND()
}

const tipErrors: Record<TipRejection, Record<string, string>> = {
  'slug-taken': { slug: 'Slug ini sudah dipakai' },
  'not-yet': { publishedOn: 'Tanggal terbit tidak boleh di masa depan' },
  'day-missing': { publishedOn: 'Tanggal terbit wajib diisi selama tips tayang' },
}

export function adminLibraryRoutes(library: Library, database: Database) {
  const { library: on } = endpoints

  /** Runs an edit, recorded in the audit log under this admin. */
  const act = <Outcome>({ viewer }: EditorContext, work: (tx: Tx, edit: Editing) => Promise<Outcome>): Promise<Outcome> => {
    const edit = library.editAs(viewer().id)
    return database.transaction((tx) => work(tx, edit))
  }

  /** Runs an edit and responds with the whole updated e-book. */
  async function editEbook(ebookId: string, context: EditorContext, errors: Errors, work: (tx: Tx, edit: Editing) => Promise<unknown>) {
    throwIfRejected(await act(context, work), errors)
    return shown(ebookId, errors)
  }

  async function shown(ebookId: string, errors: Errors) {
    const ebook = await library.showAdminEbook(ebookId)
    if (!ebook) throw errors.NOT_FOUND()
    return ok(ebook)
  }

  async function shownSection(key: { ebookId: string; sectionId: string }, errors: Errors) {
    const section = await database.transaction((tx) => library.edit.showSection(tx, key))
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
    createEbook: on.createEbook.handler(async ({ input, context, errors }) => shown(await act(context, (tx, edit) => edit.createEbook(tx, input)), errors)),
    updateEbook: on.updateEbook.handler(({ input, context, errors }) => editEbook(input.id, context, errors, (tx, edit) => edit.updateEbook(tx, input))),
    setEbookStatus: on.setEbookStatus.handler(async ({ input, context, errors }) => {
      const result = await act(context, (tx, edit) => edit.setEbookStatus(tx, input))
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'incomplete') throw errors.INVALID_INPUT({ data: { errors: result.errors } })
      return shown(input.id, errors)
    }),
    deleteEbook: on.deleteEbook.handler(async ({ input, context, errors }) => {
      const outcome = await act(context, (tx, edit) => edit.deleteEbook(tx, input.id))
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      return ok({ outcome })
    }),

    addEbookModule: on.addEbookModule.handler(({ input, context, errors }) =>
      editEbook(input.id, context, errors, (tx, edit) => edit.addModule(tx, input.id, input.title)),
    ),
    renameEbookModule: on.renameEbookModule.handler(({ input: { id, moduleId, title }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.renamePart(tx, { ebookId: id, kind: 'module', partId: moduleId }, title)),
    ),
    deleteEbookModule: on.deleteEbookModule.handler(({ input: { id, moduleId }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.deletePart(tx, { ebookId: id, kind: 'module', partId: moduleId })),
    ),
    addEbookTopic: on.addEbookTopic.handler(({ input: { id, moduleId, title }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.addTopic(tx, { ebookId: id, moduleId, title })),
    ),
    renameEbookTopic: on.renameEbookTopic.handler(({ input: { id, topicId, title }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.renamePart(tx, { ebookId: id, kind: 'topic', partId: topicId }, title)),
    ),
    deleteEbookTopic: on.deleteEbookTopic.handler(({ input: { id, topicId }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.deletePart(tx, { ebookId: id, kind: 'topic', partId: topicId })),
    ),
    addEbookSection: on.addEbookSection.handler(async ({ input: { id, topicId, ...section }, context, errors }) => {
      const sectionId = await act(context, (tx, edit) => edit.addSection(tx, { ebookId: id, topicId }, section))
      throwIfRejected(sectionId, errors)
      return shownSection({ ebookId: id, sectionId }, errors)
    }),
    adminShowSection: on.adminShowSection.handler(({ input, errors }) => shownSection({ ebookId: input.id, sectionId: input.sectionId }, errors)),
    updateEbookSection: on.updateEbookSection.handler(async ({ input: { id, sectionId, ...change }, context, errors }) => {
      const key = { ebookId: id, sectionId }
      throwIfRejected(await act(context, (tx, edit) => edit.updateSection(tx, key, change)), errors)
      return shownSection(key, errors)
    }),
    deleteEbookSection: on.deleteEbookSection.handler(({ input: { id, sectionId }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.deletePart(tx, { ebookId: id, kind: 'section', partId: sectionId })),
    ),
    reorderEbook: on.reorderEbook.handler(({ input: { id, modules }, context, errors }) =>
      editEbook(id, context, errors, (tx, edit) => edit.reorder(tx, id, modules)),
    ),

    adminListTips: on.adminListTips.handler(async ({ input }) => {
      const { rows, total } = await library.listAllTips(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),
    adminShowTip: on.adminShowTip.handler(({ input, errors }) => shownTip(input.id, errors)),
    createTip: on.createTip.handler(async ({ input, context, errors }) => {
      const made = await act(context, (tx, edit) => edit.createTip(tx, input))
      if (typeof made === 'string') throw errors.INVALID_INPUT({ data: { errors: tipErrors[made] } })
      return shownTip(made.id, errors)
    }),
    updateTip: on.updateTip.handler(async ({ input, context, errors }) => {
      const outcome = await act(context, (tx, edit) => edit.updateTip(tx, input))
      throwIfRejected(outcome, errors)
      if (outcome !== 'changed') throw errors.INVALID_INPUT({ data: { errors: tipErrors[outcome] } })
      return shownTip(input.id, errors)
    }),
    setTipStatus: on.setTipStatus.handler(async ({ input, context, errors }) => {
      const result = await act(context, (tx, edit) => edit.setTipStatus(tx, input))
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'incomplete') throw errors.INVALID_INPUT({ data: { errors: result.errors } })
      return shownTip(input.id, errors)
    }),
    deleteTip: on.deleteTip.handler(async ({ input, context, errors }) => {
      if (!(await act(context, (tx, edit) => edit.deleteTip(tx, input.id)))) throw errors.NOT_FOUND()
      return ok(null)
    }),
  }
}

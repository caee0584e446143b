import { useRevalidator } from 'react-router'
import type { AdminEbook } from '#contract/library/library-admin.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import type { Outline } from '#web/kit/staff/outline.ts'
import { orderOf, outlineOf, type PartKind } from './outline.ts'

const removal: Record<PartKind, string> = {
  module: 'Modul ini dihapus beserta semua topik dan bagiannya.',
  topic: 'Topik ini dihapus beserta semua bagiannya.',
  section: 'Bagian ini dihapus.',
}

/** The displayed outline and its API calls. A new order is shown at once and reverted when the server rejects it. */
export function useOutlineEdits(ebook: AdminEbook) {
  const { library } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const [outline, setOutline] = useResettingState<Outline>(ebook.modules, outlineOf(ebook.modules))
  const { _id: id } = ebook

  async function change<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = await withLogin(call)
    await revalidate()
    return result
  }

  async function arrange(next: Outline): Promise<void> {
    if (next === outline) return
    setOutline(next)
    try {
      await change(() => library.reorderEbook({ id, modules: orderOf(next) }))
    } catch (error) {
      setOutline(outline)
      toast.error(describeFailure(error))
      await revalidate()
    }
  }

  async function remove(kind: PartKind, partId: string, title: string): Promise<void> {
    const confirmed = await askConfirm({
      title: `Hapus "${title}"?`,
      text: removal[kind],
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    const calls = {
      module: () => library.deleteEbookModule({ id, moduleId: partId }),
      topic: () => library.deleteEbookTopic({ id, topicId: partId }),
      section: () => library.deleteEbookSection({ id, sectionId: partId }),
    }
    try {
      await change<unknown>(calls[kind])
      toast.success('Dihapus.')
    } catch (error) {
      toast.error(describeFailure(error))
    }
  }

  return {
    outline,
    arrange,
    remove,
    addModule: async (title: string) => void (await change(() => library.addEbookModule({ id, title }))),
    addTopic: async (moduleId: string, title: string) =>
      void (await change(() => library.addEbookTopic({ id, moduleId, title }))),
    addSection: async (topicId: string, heading: string) =>
      (await change(() => library.addEbookSection({ id, topicId, heading }))).data._id,
    rename: async (kind: PartKind, partId: string, title: string) =>
      void (await change<unknown>(() =>
        kind === 'module'
          ? library.renameEbookModule({ id, moduleId: partId, title })
          : library.renameEbookTopic({ id, topicId: partId, title }),
      )),
  }
}

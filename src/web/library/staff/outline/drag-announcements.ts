import type { Announcements, DndContextProps } from '@dnd-kit/core'
import type { Modules } from './outline.ts'

/** Screen reader announcements during drag and drop. */
export function dragAnnouncements(modules: Modules): NonNullable<DndContextProps['accessibility']> {
  const names = new Map<string, string>()
  for (const module of modules) {
    names.set(module._id, `modul ${module.title}`)
    for (const topic of module.topics) {
      names.set(topic._id, `topik ${topic.title}`)
      for (const section of topic.sections) names.set(section._id, `bagian ${section.heading}`)
    }
  }
  const name = (item: { id: string | number } | null) => names.get(String(item?.id)) ?? ''
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active)} diangkat.`,
    // Over itself: the start was announced already.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? undefined
        : over
          ? `${name(active)} di atas ${name(over)}.`
          : `${name(active)} tidak di atas apa pun.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active)} diletakkan di ${name(over)}.` : `${name(active)} kembali ke tempatnya.`,
    onDragCancel: ({ active }) => `Batal. ${name(active)} kembali ke tempatnya.`,
  }
  return {
    announcements,
    screenReaderInstructions: {
      draggable:
        'Tekan spasi untuk mengangkat, panah untuk memindahkan, spasi lagi untuk meletakkan, Escape untuk batal. Tombol naikkan dan turunkan juga tersedia.',
    },
  }
}

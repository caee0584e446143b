import CirclePlay from 'lucide-react/icons/circle-play'
import FileText from 'lucide-react/icons/file-text'
import ListChecks from 'lucide-react/icons/list-checks'
import type { ContentType } from '#contract/course-values.ts'

const icons = { video: CirclePlay, text: FileText, quiz: ListChecks }

/** The icon of a type of lessons. */
export const lessonIcon = (type: ContentType) => icons[type]

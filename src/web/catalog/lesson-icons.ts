import CirclePlay from 'lucide-react/icons/circle-play'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import Code from 'lucide-react/icons/code'
import FileText from 'lucide-react/icons/file-text'
import ListChecks from 'lucide-react/icons/list-checks'

/** The icons of the types of lessons. */
export const lessonIcons = { video: CirclePlay, text: FileText, quiz: ListChecks, assignment: ClipboardPen, code: Code }

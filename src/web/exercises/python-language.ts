import { python } from '@codemirror/lang-python'

export const language = python()

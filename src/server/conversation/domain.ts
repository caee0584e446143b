import { minuteMs } from '#contract/kit/durations.ts'
import type { Conversation } from './conversation.ts'
import { conversationFigures } from './questions/question-figures.ts'
import { conversationPersonalData } from './personal-data.ts'
import { conversationRoutes } from './routes.ts'

type Modules = Parameters<typeof conversationPersonalData>[0] & { conversation: Conversation }

export const conversationDomain = {
  invariants: [],
  contribute: ({ conversation, ...modules }: Modules) => ({
    routes: conversationRoutes(conversation),
    personalData: [conversationPersonalData(modules)],
    purges: {},
    uploadsInUse: [conversation.listUploadsInUse],
    mediaInUse: [],
    figures: conversationFigures(modules.database),
    dueWork: [],
    periodic: [{ name: 'render-again', everyMs: minuteMs, run: conversation.renderAgain }],
  }),
}

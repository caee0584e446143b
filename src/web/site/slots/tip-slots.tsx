import { useParams } from 'react-router'
import type { Tip as TipData } from '#contract/library/library.ts'
import { createTipLoader, TipPage } from '#web/library/tip-page.tsx'
import { offlineTip } from '#web/site/offline/offline-item.ts'
import { SaveButton } from '#web/site/offline/save-button.tsx'

export { createTipLoader }

const SaveTip = ({ tip }: { tip: TipData }) => <SaveButton item={offlineTip(tip)} />

/** A tip, which can be saved offline. What was said about one, such as that its link was copied, is not said about the next. */
export const Tip = () => <TipPage key={useParams()['slug']} Actions={SaveTip} />

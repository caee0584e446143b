export type ReviewValues = { rating: number; text: string; isNamed: boolean }
/** `saved`: what the server has. */
export type ReviewState = { values: ReviewValues; saved: ReviewValues }
export type ReviewEvent =
  | { type: 'typed'; change: Partial<ReviewValues> }
  | { type: 'sent'; values: ReviewValues }
  | { type: 'read'; values: ReviewValues }

export const isUnsaved = ({ values, saved }: ReviewState): boolean =>
  values.rating !== saved.rating || values.text !== saved.text || values.isNamed !== saved.isNamed

/** Input typed while a review was sent stays. What the server has, as it cleaned it, is taken only where nothing was typed. */
export function reduceReview(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.type) {
    case 'typed':
      return { ...state, values: { ...state.values, ...event.change } }
    case 'sent':
      return { ...state, saved: event.values }
    case 'read':
      return { values: isUnsaved(state) ? state.values : event.values, saved: event.values }
  }
}

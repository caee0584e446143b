type Identified = { _id: string }
/** The chosen rows of a list. */
export type Selection<Row extends Identified> = {
  /** Names what the list shows. */ list: string
  chosen: ReadonlyMap<string, Row>
  /** All that match these filters are chosen, on every page of the list; null: only those of `chosen`. */
  matching: string | null
}
export type SelectionEvent<Row extends Identified> =
  | { type: 'listed'; list: string }
  | { type: 'chosen'; rows: readonly Row[]; isChosen: boolean }
  | { type: 'all-matching'; filters: string }
  | { type: 'cleared' }

export const nothingChosen = <Row extends Identified>(list: string): Selection<Row> => ({
  list,
  chosen: new Map(),
  matching: null,
})

/** Reducer. Another list begins without a choice: nobody acts on rows that are out of sight. */
export function followSelection<Row extends Identified>(
  selection: Selection<Row>,
  event: SelectionEvent<Row>,
): Selection<Row> {
  switch (event.type) {
    case 'listed':
      return event.list === selection.list ? selection : nothingChosen(event.list)
    case 'chosen': {
      const chosen = new Map(selection.chosen)
      for (const row of event.rows) {
        if (event.isChosen) chosen.set(row._id, row)
        else chosen.delete(row._id)
      }
      return { ...selection, chosen, matching: null }
    }
    case 'all-matching':
      return { ...selection, matching: event.filters }
    case 'cleared':
      return nothingChosen(selection.list)
  }
}

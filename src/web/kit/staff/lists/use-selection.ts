import { useReducer } from 'react'
import { followSelection, nothingChosen } from './selection.ts'

type Place = {
  /** Names what the list shows: with another one nothing is chosen. */ list: string
  /** For lists that offer all rows that match: with other filters those are others. */ filters?: string
}

/** Which rows of a list are chosen. */
export function useSelection<Row extends { _id: string }>({ list, filters = '' }: Place) {
  const [selection, tell] = useReducer(followSelection<Row>, list, nothingChosen<Row>)
  if (selection.list !== list) tell({ type: 'listed', list })
  const { chosen, matching } = selection
  const isAll = matching !== null && matching === filters
  return {
    chosen,
    isAll,
    isChosen: ({ _id }: Row): boolean => isAll || chosen.has(_id),
    choose: (rows: readonly Row[], isChosen: boolean) => tell({ type: 'chosen', rows, isChosen }),
    chooseAll: () => tell({ type: 'all-matching', filters }),
    clear: () => tell({ type: 'cleared' }),
  }
}
export type RowSelection<Row extends { _id: string }> = ReturnType<typeof useSelection<Row>>

import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const drafts = (count: number) => plural(count, '1 borrador', (n) => `${n} borradores`)

export const importing: (typeof en)['importing'] = {
  title: 'Importar borradores',
  pick: 'Elegir un archivo CSV o JSON',
  orDrop: 'o suéltelo aquí',
  formats:
    'CSV: una fila de encabezados y después una fila por expediente. Los encabezados pueden ser las palabras del formulario, las rutas de sus campos o nombres usuales como «Business name» u «Owner 2 SSN». JSON: borradores exportados aquí, o solicitudes tal como van al socio financiero.',
  saveTemplate: 'Guardar un CSV vacío con todos los encabezados',
  savedAs: (name) => `Guardado como ${name}`,
  imported: (count, file) =>
    `${plural(count, 'Se importó 1 borrador', (n) => `Se importaron ${n} borradores`)} de ${file}.`,
  holds: (count) => `contiene ${drafts(count)}. Todavía no se ha creado nada.`,
  noField: 'El formulario no tiene campo para estos encabezados',
  unknownHeadings: (headings, others) =>
    `${headings.map((heading) => `«${heading}»`).join(', ')}${others > 0 ? ` y ${others} más` : ''}. Sus valores se conservan junto a cada borrador.`,
  importColumn: 'Importar',
  business: 'Comercio',
  amount: 'Monto',
  values: 'Valores',
  doesNotFit: 'No encaja',
  importRow: (row, name) => `Importar la fila ${row}, ${name || 'sin nombre'}`,
  noName: 'Sin nombre',
  row: (row) => `Fila ${row}`,
  allFit: 'Cada valor tiene su campo.',
  orphans: (count) =>
    plural(
      count,
      '1 valor se conserva junto a los borradores, para copiarlo o quitarlo ahí.',
      (n) => `${n} valores se conservan junto a los borradores, para copiarlos o quitarlos ahí.`,
    ),
  anotherFile: 'Otro archivo',
  import: (count) => `Importar ${drafts(count)}`,
  fits: 'Todo encaja',
  more: (count) => plural(count, 'y 1 más', (n) => `y ${n} más`),
  reading: (file) => `Leyendo ${file}…`,
  importing: (count) => `Importando ${drafts(count)}…`,
  cancel: 'Cancelar',
}

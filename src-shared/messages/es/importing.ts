import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const drafts = (count: number) => plural(count, '1 borrador', (n) => `${n} borradores`)

export const importing: (typeof en)['importing'] = {
  title: 'Importar borradores',
  pick: 'Elegir un archivo CSV o JSON',
  orDrop: 'o suéltelo aquí',
  formats:
    'CSV: una fila de encabezados y después una fila por expediente. Los encabezados pueden ser etiquetas del formulario, rutas de campos o nombres usuales como «Business name» u «Owner 2 SSN». JSON: borradores exportados de Funding Desk o solicitudes en el formato del socio financiero.',
  saveTemplate: 'Guardar un CSV vacío con todos los encabezados',
  savedAs: (name) => `Guardado como ${name}`,
  imported: (count, file) =>
    `${plural(count, 'Se importó 1 borrador', (n) => `Se importaron ${n} borradores`)} de ${file}.`,
  holds: (count) => `contiene ${drafts(count)}. Todavía no se ha importado nada.`,
  noField: 'El formulario no tiene campo para estos encabezados',
  unknownHeadings: (headings, others) =>
    `${headings.map((heading) => `«${heading}»`).join(', ')}${others > 0 ? ` y ${others} más` : ''}. Sus valores quedan con cada borrador, fuera del formulario.`,
  importColumn: 'Importar',
  business: 'Comercio',
  amount: 'Monto',
  values: 'Valores',
  doesNotFit: 'No está en el formulario',
  importRow: (row, name) => `Importar la fila ${row}, ${name || 'sin nombre'}`,
  noName: 'Sin nombre',
  row: (row) => `Fila ${row}`,
  allFit: 'Cada valor tiene su campo.',
  orphans: (count) =>
    plural(
      count,
      '1 valor no tiene campo. Queda con su borrador para que pueda copiarlo o quitarlo.',
      (n) => `${n} valores no tienen campo. Quedan con sus borradores para que pueda copiarlos o quitarlos.`,
    ),
  anotherFile: 'Elegir otro archivo',
  import: (count) => `Importar ${drafts(count)}`,
  fits: 'Todos los valores coinciden',
  more: (count) => plural(count, 'y 1 más', (n) => `y ${n} más`),
  reading: (file) => `Leyendo ${file}…`,
  importing: (count) => `Importando ${drafts(count)}…`,
  cancel: 'Cancelar',
}

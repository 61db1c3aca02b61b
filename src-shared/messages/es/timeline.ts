import type { en } from '../en/index.ts'

export const timeline: (typeof en)['timeline'] = {
  title: 'Historial',
  filters: 'Filtro del historial',
  filter: { all: 'Todo', partner: 'Socio financiero', mine: 'Lo mío', documents: 'Documentos' },
  nothing: 'Todavía no hay entradas de este tipo.',
  earlier: 'Mostrar entradas anteriores',
  today: 'Hoy',
  yesterday: 'Ayer',
  note: 'Nota',
  noteHint: 'Agregue una nota. Solo usted la ve. La búsqueda incluye las notas.',
  noteNotAdded: 'Empezó una nota y no la agregó.',
  noteStays: 'Las notas permanecen en el historial.',
  addNote: 'Agregar nota',
  writeNote: 'Escribir una nota',
  correct: 'Corregir',
  correctNote: (note) => `Corregir la nota “${note}”`,
  correction: (when) => `Corrección a mi nota del ${when}: `,
  proof: 'Comprobante',
  proofHint: 'Guardar un registro de lo que envió y de cómo respondió el socio financiero',
  proofPdf: 'Guardar como PDF',
  proofPdfHint: 'Para leer o compartir',
  proofJson: 'Guardar como JSON',
  proofJsonHint: 'Para verificación automática',
  savedAs: (name) => `Guardado como ${name}`,
  lastConfirmed: (status) =>
    `El socio financiero no ha confirmado esto. Último estado confirmado: ${status}.`,
  verified: {
    body: {
      label: 'Verificado',
      words: 'La firma del socio financiero es válida y cubre exactamente este texto.',
    },
    hint: {
      label: 'Sin confirmar',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. El socio financiero no lo ha confirmado, así que no se cambió nada.',
    },
    contradicted: {
      label: 'No confirmado',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. El socio financiero informó después otra cosa, así que no se cambió nada.',
    },
    superseded: {
      label: 'Desactualizado',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. Llegó información más reciente antes de confirmarlo, así que no se cambió nada.',
    },
    confirmed: {
      label: 'Confirmado',
      words: 'La firma del remitente es válida, y el socio financiero lo confirmó al preguntarle.',
    },
  },
}

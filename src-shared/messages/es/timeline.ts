import type { en } from '../en/index.ts'

export const timeline: (typeof en)['timeline'] = {
  title: 'Historial',
  filters: 'Qué muestra el historial',
  filter: { all: 'Todo', partner: 'Socio financiero', mine: 'Lo mío', documents: 'Documentos' },
  nothing: 'Todavía no hay nada de este tipo.',
  earlier: 'Mostrar lo anterior',
  today: 'Hoy',
  yesterday: 'Ayer',
  note: 'Nota',
  noteHint: 'Agregue una nota. Solo usted la ve; la búsqueda la encuentra.',
  noteNotAdded: 'Hay una nota empezada que no se agregó.',
  noteStays: 'Una nota permanece en el historial.',
  addNote: 'Agregar nota',
  writeNote: 'Escribir una nota',
  correct: 'Corregir',
  correctNote: (note) => `Corregir la nota “${note}”`,
  correction: (when) => `Corrección a mi nota del ${when}: `,
  proof: 'Comprobante',
  proofHint: 'Guardar un registro de lo que se envió y de lo que respondió el servicio',
  proofPdf: 'Guardar como PDF',
  proofPdfHint: 'Para leer y entregar',
  proofJson: 'Guardar como JSON',
  proofJsonHint: 'Para un programa que lo verifique',
  savedAs: (name) => `Guardado como ${name}`,
  lastConfirmed: (status) => `El socio financiero no ha confirmado esto. Lo seguro es: ${status}.`,
  verified: {
    body: {
      label: 'Verificado',
      words: 'La firma es auténtica y corresponde exactamente a estas palabras.',
    },
    hint: {
      label: 'Sin confirmar',
      words:
        'La firma del socio financiero es auténtica, pero no cubre este texto. El socio financiero no lo ha confirmado, así que no cambió nada.',
    },
    contradicted: {
      label: 'No confirmado',
      words:
        'La firma del socio financiero es auténtica, pero no cubre este texto. Al preguntarle, el socio financiero dijo otra cosa, así que no cambió nada.',
    },
    superseded: {
      label: 'Desactualizado',
      words:
        'La firma del socio financiero es auténtica, pero no cubre este texto. Llegó información más reciente antes de que se confirmara, así que no cambió nada.',
    },
    confirmed: {
      label: 'Confirmado',
      words: 'La firma del remitente es auténtica, y el servicio dijo lo mismo cuando se le preguntó.',
    },
  },
}

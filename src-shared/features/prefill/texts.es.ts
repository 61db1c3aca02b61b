import type { Messages } from '../../platform/texts/messages.ts'
import { plural } from '../../platform/texts/plural.ts'

export const prefill: Messages['prefill'] = {
  strip: (count, name) =>
    plural(count, `1 valor encontrado en ${name}`, (many) => `${many} valores encontrados en ${name}`),
  review: 'Revisar',
  dismiss: (name) => `Descartar los valores encontrados en ${name}`,
  readValues: 'Leer valores de este documento',
  readValuesOf: (name) => `Leer valores de ${name}`,
  title: 'Valores encontrados',
  reading: 'Leyendo el documento',
  otherMerchant: 'Este documento es de otro negocio. Acepte sus valores uno por uno.',
  keys: '↑ ↓ eligen un valor y lo muestran en su página. Intro lo acepta.',
  none: 'No se encontraron valores',
  noneText: 'No se encontró ningún valor que corresponda con claridad a un campo del formulario.',
  picture: 'Este documento es una imagen',
  pictureText:
    'No contiene texto que leer, como la mayoría de los escaneos. Escriba los valores en el formulario.',
  unreadable: 'No se pudo leer este documento',
  unreadableText:
    'Tiene más contenido que un formulario, o está dañado. Escriba los valores en el formulario.',
  notEditable: 'La solicitud ya se envió, así que sus valores no pueden cambiar.',
  acceptAll: (count) =>
    plural(count, 'Aceptar 1 valor nuevo', (many) => `Aceptar los ${many} valores nuevos`),
  accept: 'Aceptar',
  replace: 'Reemplazar',
  acceptOf: (label, value) => `Aceptar ${value} para ${label}`,
  replaceOf: (label, current, value) => `Reemplazar ${current} por ${value} en ${label}`,
  states: {
    new: 'Nuevo',
    replaces: 'Reemplaza un valor',
    same: 'Ya está en el formulario',
    invalid: 'El formulario no lo acepta',
  },
  was: (value) => `Ahora: ${value}`,
  accepted: (count) => plural(count, '1 valor aceptado.', (many) => `${many} valores aceptados.`),
  outdated: (count) =>
    plural(
      count,
      '1 campo cambió entretanto. Revíselo otra vez.',
      (many) => `${many} campos cambiaron entretanto. Revíselos otra vez.`,
    ),
  done: 'Listo',
  newDeal: {
    title: '¿Crear un expediente con estos documentos?',
    text: (count) =>
      plural(
        count,
        'Se crea un borrador con el documento adjunto. Si es una solicitud, sus valores se ofrecen para el formulario.',
        () =>
          'Se crea un borrador con los documentos adjuntos. Si uno es una solicitud, sus valores se ofrecen para el formulario.',
      ),
    create: 'Crear expediente',
    dropHere: 'Suelte archivos PDF para crear un expediente',
    onlyPdfs: 'Solo los archivos PDF pueden iniciar un expediente.',
  },
}

export const merchants: Messages['merchants'] = {
  known: (name, day) => `Tuvo un expediente con ${name} el ${day}.`,
  reuseText: '¿Usar de nuevo los datos de la empresa y de los propietarios?',
  review: 'Elegir datos',
  dismiss: 'Descartar la oferta de usar datos anteriores',
  title: (name) => `Usar datos de ${name}`,
  text: 'Solo se llenan los campos vacíos. Puede deshacerlo en un paso.',
  differing: (count) =>
    plural(count, '1 campo conserva su valor.', (many) => `${many} campos conservan sus valores.`),
  mayHaveChanged: 'Puede haber cambiado desde entonces.',
  fields: (count) => plural(count, '1 campo', (many) => `${many} campos`),
  fill: (count) => plural(count, 'Llenar 1 campo', (many) => `Llenar ${many} campos`),
  filled: (count) => plural(count, '1 campo llenado.', (many) => `${many} campos llenados.`),
  earlier: 'Otras solicitudes de este comercio',
  sameName: 'Mismo nombre',
  inTrash: 'En la papelera',
  requested: (amount) => `Solicitado: ${amount}`,
  offered: (amount) => `Oferta: ${amount}`,
}

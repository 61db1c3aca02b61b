/** A place of a form: its printed label, and the value that is filled in. `path` is null for a place that the app has no field for. */
export interface Place {
  label: string
  path: string | null
  value: string
  /** The choices of a question with check boxes. */
  options?: readonly string[]
}

export interface Section {
  heading: string
  places: Place[]
}

const BUSINESSES = [
  'Harbor Light Bakery LLC',
  'Cruz & Sons Roofing',
  'Blue Mesa Trucking Inc.',
  'Ortega Auto Body',
  '7th Street Diner',
  "O'Brien Landscaping",
]
const CITIES = [
  ['Austin', 'TX', '78701'],
  ['New Haven', 'CT', '06510'],
  ['St. Louis', 'MO', '63101'],
  ['Union City', 'NJ', '07087'],
  ['Indianapolis', 'IN', '46204'],
  ['Portland', 'OR', '97201-4410'],
] as const
const STREETS = [
  '120 Main Street',
  '4401 N Lamar Blvd',
  '88 Ocean Ave Suite 4',
  '9 Calle Luna',
  '1500 State Street',
  '77 Bank Street',
]
const FIRST = ['Maria', 'Sean', 'Aisha', 'José', 'Linh', 'Grace']
const LAST = ['Lopez', "O'Brien", 'Rahman', 'de la Cruz', 'Nguyen', 'Owens']
const ENTITIES = ['LLC', 'C Corporation', 'S Corporation', 'Sole Proprietorship', 'General Partnership']
const USES = ['Working Capital', 'Inventory', 'Equipment', 'Payroll', 'Marketing']
const TRADES = ['Restaurant', 'Construction', 'Trucking', 'Auto repair', '722511']

/** Chooses one of several values. */
type Choose = <T>(from: readonly T[]) => T

/** Returns the sections of an application with invented values, in the words of one of many forms. */
export function sectionsOf(language: 'en' | 'es', pick: Choose, random: () => number): Section[] {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const phone = () => `(${200 + Math.floor(random() * 700)}) ${pick(['555', '382', '747'])}-${digits(4)}`
  const day = (from: number, to: number) => {
    const [month, date] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)]
    return `${String(month).padStart(2, '0')}/${String(date).padStart(2, '0')}/${from + Math.floor(random() * (to - from))}`
  }
  const money = (thousands: number) => `$${1 + Math.floor(random() * thousands)},${digits(3)}`
  const en = language === 'en'
  const label = (english: readonly string[], spanish: readonly string[]) => pick(en ? english : spanish)
  const name = pick(BUSINESSES)
  const [city, state, zip] = pick(CITIES)
  const address = (prefix: string): Place[] => {
    const [town, region, code] = pick(CITIES)
    return [
      {
        label: label(
          ['Home address', 'Residence address', 'Home Street Address'],
          ['Dirección particular', 'Domicilio particular'],
        ),
        path: `${prefix}.address.street_1`,
        value: pick(STREETS),
      },
      { label: label(['City'], ['Ciudad']), path: `${prefix}.address.city`, value: town },
      { label: label(['State'], ['Estado']), path: `${prefix}.address.state`, value: region },
      { label: label(['ZIP', 'Zip Code'], ['Código postal']), path: `${prefix}.address.zip`, value: code },
    ]
  }
  const owner = (row: number): Section => {
    const at = `company.owners.${row}`
    return {
      heading: label(
        [
          `Owner ${row + 1} Information`,
          `Principal #${row + 1}`,
          row === 0 ? 'Primary Owner' : 'Second Owner',
        ],
        [`Propietario ${row + 1}`, `Datos del socio ${row + 1}`],
      ),
      places: [
        { label: label(['First name'], ['Nombre']), path: `${at}.first_name`, value: pick(FIRST) },
        {
          label: label(['Last name', 'Surname'], ['Apellido', 'Apellidos']),
          path: `${at}.last_name`,
          value: pick(LAST),
        },
        {
          label: label(['Title', 'Job title'], ['Cargo']),
          path: `${at}.title`,
          value: pick(['Owner', 'President', 'Managing Member']),
        },
        {
          label: label(
            ['Ownership %', '% of Ownership', 'Percent owned'],
            ['Porcentaje de participación', '% de participación'],
          ),
          path: `${at}.ownership_percent`,
          value: row === 0 ? '60%' : '40 %',
        },
        {
          label: label(['Date of birth', 'DOB', 'D.O.B.'], ['Fecha de nacimiento']),
          path: `${at}.date_of_birth`,
          value: day(1950, 2000),
        },
        {
          label: label(
            ['SSN', 'Social Security Number', 'Social Security #'],
            ['Número de seguro social', 'Seguro social'],
          ),
          path: `${at}.ssn`,
          value: `${digits(3)}-${digits(2)}-${digits(4)}`,
        },
        ...address(at),
        {
          label: label(['Cell phone', 'Mobile'], ['Celular', 'Teléfono celular']),
          path: `${at}.cell_phone`,
          value: phone(),
        },
        { label: label(['Home phone'], ['Teléfono de casa']), path: null, value: phone() },
        {
          label: label(['E-mail', 'Email address'], ['Correo electrónico']),
          path: `${at}.email`,
          value: `${pick(['owner', 'me', 'maria'])}${digits(2)}@example.com`,
        },
      ],
    }
  }
  return [
    {
      heading: label(
        ['Business Information', 'About Your Business', 'Company Details'],
        ['Información del negocio', 'Datos de la empresa'],
      ),
      places: [
        {
          label: label(
            ['Legal business name', 'Company legal name', 'Legal/Corporate Name'],
            ['Razón social', 'Nombre legal del negocio'],
          ),
          path: 'company.legal_name',
          value: name,
        },
        {
          label: label(['DBA', 'Doing Business As', 'D/B/A'], ['Nombre comercial', 'DBA']),
          path: 'company.dba',
          value: pick(['Harbor Light', 'Cruz Roofing', 'Blue Mesa']),
        },
        {
          label: label(
            ['Federal Tax ID', 'EIN', 'Tax ID Number', 'FEIN'],
            ['Número de identificación fiscal', 'EIN'],
          ),
          path: 'company.ein',
          value: `${digits(2)}-${digits(7)}`,
        },
        {
          label: label(['Entity type', 'Type of Entity', 'Legal structure'], ['Tipo de entidad']),
          path: 'company.entity_type',
          value: pick(en ? ENTITIES : ['LLC', 'Corporación S']),
          options: en ? ENTITIES : ['LLC', 'Corporación C', 'Corporación S', 'Fideicomiso'],
        },
        {
          label: label(
            ['Date business started', 'Business start date', 'Date established'],
            ['Fecha de inicio del negocio', 'Fecha de apertura'],
          ),
          path: 'company.business_start_date',
          value: day(1990, 2022),
        },
        {
          label: label(['Years in business', 'Time in business'], ['Tiempo en el negocio']),
          path: null,
          value: pick(['5', '12 years']),
        },
        {
          label: label(['Industry', 'Nature of business'], ['Giro', 'Industria']),
          path: 'company.industry',
          value: pick(TRADES),
        },
        {
          label: label(
            ['Business address', 'Physical address', 'Business Street Address'],
            ['Dirección del negocio'],
          ),
          path: 'company.address.street_1',
          value: pick(STREETS),
        },
        { label: label(['City'], ['Ciudad']), path: 'company.address.city', value: city },
        { label: label(['State'], ['Estado']), path: 'company.address.state', value: state },
        { label: label(['Zip', 'ZIP Code'], ['Código postal']), path: 'company.address.zip', value: zip },
        {
          label: label(['Business phone', 'Company telephone', 'Business Phone #'], ['Teléfono del negocio']),
          path: 'company.phone',
          value: phone(),
        },
        { label: label(['Fax', 'Fax number'], ['Fax']), path: null, value: phone() },
        {
          label: label(['Business email', 'Company E-mail'], ['Correo electrónico del negocio']),
          path: 'company.email',
          value: `office${digits(2)}@example.com`,
        },
        {
          label: label(['Website', 'Web Site'], ['Sitio web']),
          path: 'company.website',
          value: pick(['www.harborlight.example', 'bluemesa.example']),
        },
      ],
    },
    {
      heading: label(['Funding Request', 'Loan Request'], ['Solicitud de financiamiento']),
      places: [
        {
          label: label(
            ['Amount requested', 'Requested amount', 'Loan amount'],
            ['Monto solicitado', 'Cantidad solicitada'],
          ),
          path: 'application.amount_requested',
          value: money(400),
        },
        {
          label: label(
            ['Use of funds', 'Purpose of loan', 'Use of proceeds'],
            ['Uso de los fondos', 'Destino de los fondos'],
          ),
          path: 'application.use_of_funds',
          value: pick(en ? USES : ['Inventario', 'Nómina']),
        },
        {
          label: label(
            ['Average monthly sales', 'Gross Monthly Sales', 'Monthly revenue'],
            ['Ventas mensuales', 'Ingresos brutos mensuales'],
          ),
          path: 'company.monthly_revenue',
          value: money(300),
        },
        {
          label: label(['Gross annual sales', 'Annual revenue'], ['Ventas anuales', 'Ingresos anuales']),
          path: 'company.annual_revenue',
          value: money(900),
        },
        { label: label(['Monthly credit card sales'], ['Ventas con tarjeta']), path: null, value: money(90) },
      ],
    },
    owner(0),
    owner(1),
    {
      heading: label(['Landlord Information'], ['Datos del arrendador']),
      places: [
        { label: label(['Name'], ['Nombre']), path: null, value: `${pick(FIRST)} ${pick(LAST)}` },
        { label: label(['Phone'], ['Teléfono']), path: null, value: phone() },
        { label: label(['City'], ['Ciudad']), path: null, value: 'Denver' },
      ],
    },
  ]
}

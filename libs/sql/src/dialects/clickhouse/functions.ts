import { wordSet } from '../../word-set.js';

/**
 * Pure functions of ClickHouse 26. Excludes files, other servers, dictionaries and models, reports on server and
 * session, waits, messages (throwIf), functions that name tables (in), and those that make unlimited rows or parts
 * (mapPopulateSeries, h3kRing).
 */
const texts = `aes_decrypt_mysql aes_encrypt_mysql alphatokens appendtrailingcharifabsent arraystringconcat ascii
  base32decode base32encode base58decode base58encode base64decode base64encode base64urldecode base64urlencode
  basename bin bitmasktoarray bitmasktolist bitpositionstoarray bytehammingdistance casefoldutf8 char cityhash64
  comparesubstrings concat concatassumeinjective concatwithseparator concatwithseparatorassumeinjective conv
  convertcharset countmatches countsubstrings crc32 crc32ieee crc64 cutfragment cutipv6 cutquerystring
  cutquerystringandfragment cuttofirstsignificantsubdomain cuttofirstsignificantsubdomaincustom
  cuttofirstsignificantsubdomaincustomrfc cuttofirstsignificantsubdomaincustomwithwww
  cuttofirstsignificantsubdomaincustomwithwwwrfc cuttofirstsignificantsubdomainrfc
  cuttofirstsignificantsubdomainwithwww cuttofirstsignificantsubdomainwithwwwrfc cuturlparameter cutwww
  dameraulevenshteindistance datetime64tosnowflakeid datetimetosnowflakeid datetimetouuidv7 decodehtmlcomponent
  decodeurlcomponent decodeurlformcomponent decodexmlcomponent decrypt domain domainrfc domainwithoutwww
  domainwithoutwwwrfc dynamicelement dynamictype editdistance encodeurlcomponent encodeurlformcomponent
  encodexmlcomponent encrypt endswith extract extractall extractallgroupshorizontal extractallgroupsvertical
  extractgroups extracttextfromhtml extracturlparameter extracturlparameternames extracturlparameters
  farmfingerprint64 farmhash64 firstline firstsignificantsubdomain firstsignificantsubdomaincustom
  firstsignificantsubdomaincustomrfc firstsignificantsubdomainrfc format fragment gccmurmurhash generatesnowflakeid
  generateuuidv4 generateuuidv7 halfmd5 hasalltokens hasanytokens hasphrase hassubsequence hastoken hex
  hilbertdecode hilbertencode hivehash hmac iceberghash ilike initcap inthash32 inthash64 ipv4cidrtorange
  ipv4numtostring ipv4numtostringclassc ipv4stringtonum ipv4toipv6 ipv6cidrtorange ipv6numtostring ipv6stringtonum
  isdynamicelementinshareddata isipaddressinrange isipv4string isipv6string isvalidascii isvalidjson isvalidutf8
  jarosimilarity jarowinklersimilarity javahash javahashutf16le json_exists json_query json_value jsonallpaths
  jsonallpathswithtypes jsonallvalues jsonarraylength jsondynamicpaths jsondynamicpathswithtypes jsonextract
  jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint jsonextractkeys jsonextractkeysandvalues
  jsonextractkeysandvaluesraw jsonextractraw jsonextractstring jsonextractuint jsonhas jsonkey jsonlength
  jsonmergepatch jsonshareddatapaths jsonshareddatapathswithtypes jsontype jumpconsistenthash kafkamurmurhash
  keccak256 kostikconsistenthash left leftpad like locate lower match md4 md5 metrohash64 mortondecode mortonencode
  multifuzzymatchallindices multifuzzymatchany multifuzzymatchanyindex multimatchallindices multimatchany
  multimatchanyindex multisearchallpositions multisearchany multisearchfirstindex multisearchfirstposition
  murmurhash2_32 murmurhash2_64 murmurhash3_128 murmurhash3_32 murmurhash3_64 naturalsortkey netloc ngramdistance
  ngrams ngramsearch normalizeutf8nfc normalizeutf8nfd normalizeutf8nfkc normalizeutf8nfkccasefold normalizeutf8nfkd
  notilike notlike overlay path pathfull port portrfc position prettyprintjson printf protocol querystring
  querystringandfragment regexpextract regexpposition regexpquotemeta removediacriticsutf8 repeat replaceall
  replaceone replaceregexpall replaceregexpone reversebyseparator right rightpad ripemd160 sha1 sha224 sha256 sha384
  sha512 sha512_256 simplejsonextractbool simplejsonextractfloat simplejsonextractint simplejsonextractraw
  simplejsonextractstring simplejsonextractuint simplejsonhas siphash128 siphash128keyed siphash128reference
  siphash128referencekeyed siphash64 siphash64keyed snowflakeidtodatetime snowflakeidtodatetime64 soundex space
  splitbychar splitbynonalpha splitbyregexp splitbystring splitbywhitespace sqiddecode sqidencode startswith
  stringbytesentropy stringbytesuniq stringjaccardindex substring substringindex tojsonstring tokens topleveldomain
  topleveldomainrfc tovalidutf8 translate trimboth trimleft trimright trybase32decode trybase58decode
  trybase64decode trybase64urldecode trydecrypt unbin unhex upper urlhash urlhierarchy urlpathhierarchy
  uuidnumtostring uuidstringtonum uuidtonum uuidv7todatetime wyhash64 xxh3 xxh3_128 xxhash32 xxhash64 xxhash64spark`;

const dates = `adddate addinterval addtupleofintervals age changeday changehour changeminute changemonth
  changesecond changeyear datediff datename datetrunc formatdatetime formatdatetimeinjodasyntax
  fromdayssinceyearzero fromdayssinceyearzero32 frommodifiedjulianday fromunixtimestamp
  fromunixtimestampinjodasyntax fromutctimestamp localtime makedate makedate32 makedatetime makedatetime64 monthname
  now now64 nowinblock nowinblock64 servertimezone subdate subtractinterval subtracttupleofintervals timediff
  timeslot timestamp timezone timezoneof timezoneoffset today todayofmonth todayofweek todayofyear todaysinmonth
  todayssinceyearzero tohour toisoweek toisoyear tolastdayofmonth tolastdayofweek tomicrosecond tomillisecond
  tominute tomodifiedjulianday tomonday tomonth tomonthnumsinceepoch tonanosecond toquarter torelativedaynum
  torelativehournum torelativeminutenum torelativemonthnum torelativequarternum torelativesecondnum
  torelativeweeknum torelativeyearnum tosecond tostartofday tostartoffifteenminutes tostartoffiveminutes
  tostartofhour tostartofinterval tostartofisoyear tostartofmicrosecond tostartofmillisecond tostartofminute
  tostartofmonth tostartofnanosecond tostartofquarter tostartofsecond tostartoftenminutes tostartofweek
  tostartofyear totimewithfixeddate totimezone tounixtimestamp toutctimestamp toweek toyear toyearnumsinceepoch
  toyearweek toyyyymm toyyyymmdd toyyyymmddhhmmss utctimestamp yesterday yyyymmddhhmmsstodatetime
  yyyymmddhhmmsstodatetime64 yyyymmddtodate yyyymmddtodate32`;

const nested = `array arrayaucpr arrayconcat arraydistinct arraydotproduct arrayelement arrayenumerate
  arrayenumeratedense arrayenumeratedenseranked arrayenumerateuniq arrayenumerateuniqranked arrayexcept arrayflatten
  arrayintersect arrayjaccardindex arrayjoin arraylevenshteindistance arraylevenshteindistanceweighted
  arraynormalizedgini arraypartialshuffle arraypopback arraypopfront arraypushback arraypushfront arrayrandomsample
  arrayreduce arrayreduceinranges arrayremove arrayresize arrayreverse arrayrocauc arrayrotateleft arrayrotateright
  arrayshiftleft arrayshiftright arrayshingles arrayshuffle arraysimilarity arrayslice arraysymmetricdifference
  arraytranspose arrayunion arrayuniq arraywithconstant arrayzip arrayzipunaligned countequal dotproduct empty
  emptyarraytosingle extractkeyvaluepairs extractkeyvaluepairswithescaping flattentuple has hasall hasany hassubstr
  indexof indexofassumesorted length map mapadd mapconcat mapcontainskey mapcontainskeylike mapcontainsvalue
  mapcontainsvaluelike mapextractkeylike mapextractvaluelike mapfromarrays mapkeys mapsubtract mapupdate mapvalues
  notempty range replicate reverse tuple tupleconcat tupledivide tupledividebynumber tupleelement
  tuplehammingdistance tupleintdiv tupleintdivbynumber tupleintdivorzerobynumber tupleminus tuplemodulo
  tuplemodulobynumber tuplemultiply tuplemultiplybynumber tuplenames tuplenegate tupleplus
  tuplepositivemodulobynumber tupletonamevaluepairs`;

const others = `abs accuratecast acos acosh and areacartesian areaspherical array_remove array_to_string arrayauc
  arrayprauc asin asinh assumenotnull atan atan2 atanh avg2 bar bitand bitcount bithammingdistance bitnot bitor
  bitrotateleft bitrotateright bitshiftleft bitshiftright bitslice bittest bittestall bittestany bitxor bytesize
  byteslice byteswap cardinality cast cbrt ceil ceiling char_length character_length clamp coalesce concat_ws cos
  cosh cosinedistance cosinedistancetransposed cosinedistancetransposedquantized countdigits curdate
  current_database current_date current_timestamp current_user currentdatabase currentuser database date date_bin
  date_diff date_format date_trunc day dayofmonth dayofweek dayofyear defaultvalueoftypename degrees digits
  distancecosine distancecosinetransposed distancel1 distancel2 distancel2squared distancel2transposed distancelinf
  distancelp divide dividedecimal dotproducttransposed dotproducttransposedquantized e equals erf erfc
  errorcodetoname exp exp10 exp2 extractallgroups factorial finalizeaggregation firstnondefault flatten
  flipcoordinates floor format_bytes formatreadabledecimalsize formatreadablequantity formatreadablesize
  formatreadabletimedelta from_base64 from_days from_unixtime from_utc_timestamp fromunixtimestamp64micro
  fromunixtimestamp64milli fromunixtimestamp64nano fromunixtimestamp64second fuzzbits gcd geodistance geohashdecode
  geohashencode geometryintersectcartesian geometryintersectspherical geotoh3 geotomgrs geotoutm getsubcolumn
  greatcircleangle greatcircledistance greater greaterorequals greatest h3distance h3getresolution
  h3indexesareneighbors h3isvalid h3numhexagons h3tocenterchild h3togeo h3togeoboundary h3toparent h3tostring
  hasalltoken hasanytoken hour hypot identity if ifnotfinite ifnull ignore inet6_aton inet6_ntoa inet_aton inet_ntoa
  instr intdiv intexp10 intexp2 isascii isconstant isdecimaloverflow isdistinctfrom isfinite isinfinite isnan
  isnotdistinctfrom isnotnull isnull isnullable isprime isprobableprime iszeroornull json_array_length
  jsonmergepatch l1distance l1norm l1normalize l2distance l2distancetransposed l2distancetransposedquantized l2norm
  l2normalize l2squareddistance l2squarednorm last_day lcase lcm least less lessorequals levenshteindistance lgamma
  linfdistance linfnorm linfnormalize ln localtimestamp log log10 log1p log2 lowcardinalitykeys lpad lpdistance
  lpnorm lpnormalize ltrim macnumtostring macstringtonum map_from_arrays mapcontains mapfromstring matchphrase
  materialize max2 mgrstogeo microsecond mid midpoint millisecond min2 minus minute mismatches mod modulo
  modulolegacy month multiif multiply multiplydecimal nanosecond natural_sort_key negate neighbor normalizel1
  normalizel2 normalizelinf normalizelp norml1 norml2 norml2squared normlinf normlp not notequals nullif
  octet_length or parsedatetime parsedatetime32besteffort parsedatetime64 parsedatetime64besteffort
  parsedatetime64besteffortus parsedatetime64injodasyntax parsedatetimebesteffort parsedatetimebesteffortus
  parsedatetimeinjodasyntax parsereadablesize parsetimedelta perimetercartesian perimeterspherical pi plus pmod
  pointinellipses pointinpolygon polygonsintersectcartesian polygonsintersectspherical positive_modulo
  positive_modulo_or_null positivemodulo pow power proportionsztest quarter radians rand rand32 rand64 randbernoulli
  randbinomial randcanonical randchisquared randexponential randfisherf randlognormal randnegativebinomial
  randnormal randomfixedstring randomprintableascii randomstring randpoisson randstudentt randuniform regexp_extract
  regexp_instr regexp_matches regexp_replace regexp_substr regexpinstr reinterpret removeaccentsutf8 replace round
  roundage roundbankers rounddown roundduration roundtoexp2 rownumberinallblocks rownumberinblock rpad rtrim
  runningdifference scalarproduct scalarproducttransposed schema second servertimezone session_user sigmoid sign sin
  sinh splitbyalpha sqid sqr sqrt str_to_date str_to_map stringtoh3 substr substring_index tan tanh tgamma
  time_bucket timestamp_diff timestampdiff timezone timezoneof timezoneoffset to_base64 to_days to_unixtime
  to_utc_timestamp tocolumntypename todecimalstring tofixedstring tointerval tolowcardinality tonullable
  tostartoffiveminute tostring tostringcuttozero totimezone totypename tounixtimestamp64micro tounixtimestamp64milli
  tounixtimestamp64nano tounixtimestamp64second transform trim trunc truncate ucase unnest user utc_timestamp
  utmtogeo variantelement varianttype vectordifference vectorsum version visiblewidth visitparamextractbool
  visitparamextractfloat visitparamextractint visitparamextractraw visitparamextractstring visitparamextractuint
  visitparamhas week width_bucket widthbucket xor yandexconsistenthash year yearweek`;

const aggregates = `any any_respect_nulls any_value any_value_respect_nulls anyheavy anylast anylast_respect_nulls
  anylastrespectnulls anyrespectnulls anyvaluerespectnulls approx_top_count approx_top_k approx_top_sum argandmax
  argandmin argmax argmin array_agg array_concat_agg avg avgweighted bit_and bit_or bit_xor boundingratio
  contingency corr corrmatrix corrstable count covar_pop covar_samp covarpop covarpopmatrix covarpopstable covarsamp
  covarsampmatrix covarsampstable cramersv cramersvbiascorrected deltasum deltasumtimestamp distinctdynamictypes
  distinctjsonpaths distinctjsonpathsandtypes entropy exponentialmovingaverage exponentialtimedecayedavg
  exponentialtimedecayedcount exponentialtimedecayedmax exponentialtimedecayedsum first_value
  first_value_respect_nulls firstvaluerespectnulls group_concat grouparray grouparrayinsertat grouparrayintersect
  grouparraylast grouparraymovingavg grouparraymovingsum grouparraysample grouparraysorted groupbitand groupbitor
  groupbitxor groupconcat groupformat groupuniqarray histogram intervallengthsum kolmogorovsmirnovtest kurtpop
  kurtsamp largesttrianglethreebuckets last_value last_value_respect_nulls lastvaluerespectnulls lttb
  mannwhitneyutest max max_by maxintersections maxintersectionsposition maxmappedarrays meanztest min min_by
  minmappedarrays rankcorr retention sequencecount sequencematch sequencematchevents sequencenextnode
  simplelinearregression singlevalueornull skewpop skewsamp sparkbar std stddev stddev_pop stddev_samp stddevpop
  stddevpopstable stddevsamp stddevsampstable string_agg studentttest studentttestonesample sum sumcount sumkahan
  summapfiltered summapfilteredwithoverflow summappedarrays summapwithoverflow sumwithoverflow theilsu topk
  topkweighted uniq uniqcombined uniqcombined64 uniqexact uniqhll12 uniqupto var_pop var_samp varpop varpopstable
  varsamp varsampstable welchttest windowfunnel`;

const HIGHER = `arraymap arrayfilter arrayfill arrayreversefill arraysplit arrayreversesplit arrayexists arrayall
  arraycount arraymin arraymax arraysum arrayavg arrayproduct arraycumsum arraycumsumnonnegative arrayfirst
  arrayfirstindex arrayfirstornull arraylastornull arraylast arraylastindex arraysort arrayreversesort
  arraypartialsort arraypartialreversesort arraycompact arraydifference arrayfold arraytopk arraybottomk mapapply mapfilter mapexists mapall mapsort
  mapreversesort mappartialsort mappartialreversesort`;

const windows = `row_number rank denserank dense_rank percentrank percent_rank cume_dist ntile nth_value lag lead
  laginframe leadinframe nonnegativederivative grouping untuple`;

export const tableFunctions = wordSet('numbers zeros values generate_series generateseries');

/** They take arguments, which are types and constants. */
const types = `nullable lowcardinality enum enum8 enum16 fixedstring decimal decimal32 decimal64 decimal128 decimal256
  datetime datetime64 time64 variant nested dynamic json`;

/** `quantilesTDigest`, `toUInt64`, `addMonths`: each of these exists or is no function. */
const FAMILIES =
  /^(?:to(?:u?int(?:8|16|32|64|128|256)|b?float(?:16|32|64)|date(?:32|time(?:32|64)?)?|time(?:64)?|decimal(?:32|64|128|256)|uuid|ipv[46]|bool)|reinterpretas(?:u?int\d+|float\d+|string|fixedstring|uuid|date|datetime)|(?:add|subtract|tointerval)(?:(?:nano|micro|milli)?second|minute|hour|day|week|month|quarter|year)s?|emptyarray(?:u?int|float|date|string)\w*)$/;
const QUANTILES =
  /^(?:quantiles?|median)(?:exact(?:low|high|inclusive|exclusive|weighted|weightedinterpolated)?|(?:tdigest|timing|bfloat16)(?:weighted)?|dd|gk|deterministic|interpolatedweighted)?$/;
/** Endings of names that read text in another way, or answer failures by a value. */
const VARIANT = /(?:caseinsensitive)?(?:utf8)?(?:ornull|orzero|ordefault)?$/;
/** `sumIf`, `uniqArrayMerge`; -Resample makes as many results as its arguments say. */
const COMBINATOR =
  /(?:if|array|map|simplestate|state|merge|mergestate|foreach|distinct|ordefault|ornull|argmin|argmax|null|tuple)$/;

/** Lower case. They take a lambda, or the name of any function. */
export const higherOrder = wordSet(HIGHER);
const aggregateNames = wordSet(aggregates);

/** Holds names and, by rule, their variants. */
class FunctionNames extends Set<string> {
  override has(name: string): boolean {
    return super.has(name) || FAMILIES.test(name) || this.hasVariant(name) || isAggregate(name);
  }

  private hasVariant(name: string): boolean {
    const base = name.replace(VARIANT, '');
    return base !== name && (super.has(base) || FAMILIES.test(base));
  }
}

function isAggregate(name: string): boolean {
  if (aggregateNames.has(name) || QUANTILES.test(name)) return true;
  const base = name.replace(COMBINATOR, '');
  return base !== name && isAggregate(base);
}

export const functions: ReadonlySet<string> = new FunctionNames([
  ...wordSet(texts, dates, nested, others, aggregates, windows, types),
  ...higherOrder,
  ...tableFunctions,
]);

package dev.guildhall.integrations.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Detects the charset of plain text that declares none: by its byte order mark; by the zeros of UTF-16; as UTF-8 where it
 * is well-formed; else by the characters that are frequent in the languages that used a charset. Short texts of other
 * charsets may be read as windows-1252.
 */
final class TextCharset {
    /** How many bytes are looked at. */
    private static final int SAMPLE = 64 * 1024;

    private static final int MOST_ACCENTS = 3;

    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final Charset CYRILLIC = Charset.forName("windows-1251");
    private static final Charset KOI8 = Charset.forName("KOI8-R");

    private static final String SIMPLIFIED =
            "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笑飞风步改收根干造言联持组每济车亲极林服快办议往元英士证近失转夫令准布始怎呢存未远叫台单影具罗字爱击流备兵连调深商算质团集百需价花党华城石级整府离况亚请技际约示复病息究线似官火断精满支视消越器容照须九增研写称企八功吗包片史委乎查轻易早曾除农找装广显吧阿李标谈吃图念六引历首医局突专费号尽另周较注语仅考落青随选列";
    private static final String TRADITIONAL =
            "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取望覺術領共確傳師觀清今切院讓識候帶導爭運笑飛風步改收根幹造言聯持組每濟車親極林服快辦議往元英士證近失轉夫令準布始怎呢存未遠叫台單影具字愛";

    /** Charsets of several bytes a character, with what is frequent in their languages and how frequent that is at least. */
    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("windows-31j", c -> c >= 0x3041 && c <= 0x30FE, 0.2),
            new Candidate("EUC-JP", c -> c >= 0x3041 && c <= 0x30FE, 0.2),
            new Candidate("EUC-KR", c -> c >= 0xAC00 && c <= 0xD7A3, 0.7),
            new Candidate("GB18030", c -> SIMPLIFIED.indexOf(c) >= 0, 0.35),
            new Candidate("Big5-HKSCS", c -> TRADITIONAL.indexOf(c) >= 0, 0.35));

    private record Candidate(String name, IntPredicate frequent, double least) {
        /** The share of frequent characters among all but ASCII; empty when the text is not of this charset. */
        Optional<Double> share(byte[] bytes) {
            return strictly(Charset.forName(name), bytes)
                    .map(text -> text.codePoints().filter(c -> c >= 0x80).toArray())
                    .filter(characters -> characters.length > 0)
                    .map(characters ->
                            (double) Arrays.stream(characters).filter(frequent).count() / characters.length)
                    .filter(share -> share >= least);
        }
    }

    private TextCharset() {}

    static Charset of(byte[] content) {
        byte[] bytes = Arrays.copyOf(content, Math.min(content.length, SAMPLE));
        return marked(bytes)
                .or(() -> ofZeros(bytes))
                .or(() -> strictly(StandardCharsets.UTF_8, bytes).map(text -> StandardCharsets.UTF_8))
                .orElseGet(() -> legacy(bytes));
    }

    /** Whether the content has a byte order mark, or is UTF-16 by its zeros. */
    static boolean isUnicode(byte[] content) {
        byte[] bytes = Arrays.copyOf(content, Math.min(content.length, SAMPLE));
        return marked(bytes).or(() -> ofZeros(bytes)).isPresent();
    }

    /** The charset of the byte order mark at the beginning. */
    static Optional<Charset> marked(byte[] bytes) {
        Map<String, byte[]> marks = new LinkedHashMap<>();
        marks.put("UTF-8", new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        marks.put("UTF-32LE", new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 0});
        marks.put("UTF-32BE", new byte[] {0, 0, (byte) 0xFE, (byte) 0xFF});
        marks.put("UTF-16LE", new byte[] {(byte) 0xFF, (byte) 0xFE});
        marks.put("UTF-16BE", new byte[] {(byte) 0xFE, (byte) 0xFF});
        return marks.entrySet().stream()
                .filter(mark -> bytes.length >= mark.getValue().length
                        && Arrays.equals(bytes, 0, mark.getValue().length, mark.getValue(), 0, mark.getValue().length))
                .map(mark -> Charset.forName(mark.getKey()))
                .findFirst();
    }

    /** In UTF-16 every second byte of letters of ASCII is zero; other text has no zeros. */
    private static Optional<Charset> ofZeros(byte[] bytes) {
        int[] zeros = new int[2];
        for (int i = 0; i < bytes.length; i++) {
            zeros[i % 2] += bytes[i] == 0 ? 1 : 0;
        }
        int enough = Math.max(2, bytes.length / 10);
        Optional<Charset> charset = Optional.empty();
        if (zeros[1] >= enough && zeros[0] == 0) {
            charset = Optional.of(StandardCharsets.UTF_16LE);
        } else if (zeros[0] >= enough && zeros[1] == 0) {
            charset = Optional.of(StandardCharsets.UTF_16BE);
        }
        return charset.filter(found -> strictly(found, bytes)
                .filter(text -> text.chars().noneMatch(c -> c < ' ' && !Character.isWhitespace(c)))
                .isPresent());
    }

    private static Charset legacy(byte[] bytes) {
        if (isWestern(bytes)) {
            return WESTERN;
        }
        return CANDIDATES.stream()
                .flatMap(candidate -> candidate.share(bytes).stream().map(share -> Map.entry(candidate, share)))
                .max(Map.Entry.comparingByValue())
                .map(best -> Charset.forName(best.getKey().name()))
                .orElseGet(() -> ofLetters(bytes));
    }

    /** In western languages few letters with accents stand side by side. */
    private static boolean isWestern(byte[] bytes) {
        int longest = 0;
        int run = 0;
        for (byte b : bytes) {
            run = b < 0 ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest <= MOST_ACCENTS;
    }

    /** Small letters are more frequent than capital ones: windows-1251 has them above, KOI8-R below 0xE0. */
    private static Charset ofLetters(byte[] bytes) {
        int above = 0;
        int below = 0;
        int all = 0;
        for (byte b : bytes) {
            all += b < 0 ? 1 : 0;
            above += (b & 0xFF) >= 0xE0 ? 1 : 0;
            below += (b & 0xE0) == 0xC0 ? 1 : 0;
        }
        if (above + below < 0.8 * all) {
            return WESTERN;
        }
        return above >= below ? CYRILLIC : KOI8;
    }

    /** The text, without the part of a character at its end; empty when it is not of this charset. */
    private static Optional<String> strictly(Charset charset, byte[] bytes) {
        int mostCut = bytes.length < SAMPLE ? 0 : 3;
        return IntStream.rangeClosed(0, mostCut)
                .mapToObj(cut -> decoded(charset, ByteBuffer.wrap(bytes, 0, bytes.length - cut)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> decoded(Charset charset, ByteBuffer bytes) {
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString());
        } catch (CharacterCodingException other) {
            return Optional.empty();
        }
    }
}

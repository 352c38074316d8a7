package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** The readable text of a page or of an XML document. To be used once. */
final class HtmlText implements NodeFilter {
    private static final Set<String> NOT_TEXT =
            Set.of("script style noscript template svg math iframe object embed canvas audio video head".split(" "));
    private static final Set<String> PARAGRAPHS =
            Set.of(("p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote article section header footer nav"
                            + " main aside form fieldset figure")
                    .split(" "));
    private static final Pattern HIDDEN = Pattern.compile(
            "(display\\s*:\\s*none|visibility\\s*:\\s*(hidden|collapse)|opacity\\s*:\\s*0(\\.0*)?\\s*(;|$|!)"
                    + "|font-size\\s*:\\s*0(\\.0*)?(px|em|rem|pt|%)?\\s*(;|$|!))",
            Pattern.CASE_INSENSITIVE);
    private static final int STYLE_CHARACTERS = 2000;

    private final ReadableText text;
    private final Map<String, Element> links = new LinkedHashMap<>();
    private final boolean markup;

    private HtmlText(int maxCharacters, boolean markup) {
        text = new ReadableText(maxCharacters);
        this.markup = markup;
    }

    static Extracted ofHtml(SourceDocument content, int maxCharacters) {
        Document page = parsed(content, Parser.htmlParser());
        return new HtmlText(maxCharacters, true).read(page, page.body(), page.title());
    }

    static Extracted ofXml(SourceDocument content, int maxCharacters) {
        Document document = parsed(content, Parser.xmlParser());
        Element title = document.selectFirst("title");
        return new HtmlText(maxCharacters, false).read(document, document, title == null ? "" : title.text());
    }

    private static Document parsed(SourceDocument content, Parser parser) {
        requireFewElements(content.bytes());
        String charset = content.charset().filter(HtmlText::isCharset).orElse(null);
        try {
            return Jsoup.parse(
                    new ByteArrayInputStream(content.bytes()),
                    charset,
                    content.address(),
                    parser.setMaxDepth(TextLimits.DEPTH));
        } catch (IOException impossible) {
            throw new IllegalStateException("bytes in memory can be read", impossible);
        }
    }

    /** An element needs many times the memory of its tag. */
    private static void requireFewElements(byte[] bytes) {
        int tags = 0;
        for (byte b : bytes) {
            tags += b == '<' ? 1 : 0;
        }
        if (tags > 2 * TextLimits.ELEMENTS) {
            throw new NoText(FailureKind.TOO_LARGE, "the document has more than " + TextLimits.ELEMENTS + " elements");
        }
    }

    private Extracted read(Document document, Node from, String title) {
        NodeTraversor.filter(this, from);
        return new Extracted(
                ReadableText.line(title, TextLimits.LINE_CHARACTERS), text.toString(), links(document), text.isFull());
    }

    @Override
    public FilterResult head(Node node, int depth) {
        if (text.isFull() || Thread.currentThread().isInterrupted()) {
            return FilterResult.STOP;
        }
        if (node instanceof TextNode words) {
            append(words);
        } else if (node instanceof Element element) {
            if (markup && isUnseen(element)) {
                return FilterResult.SKIP_ENTIRELY;
            }
            begin(element);
        }
        return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element element) {
            end(element);
        }
        return FilterResult.CONTINUE;
    }

    private void append(TextNode words) {
        Element parent = words.parent();
        if (parent != null && isPreformatted(parent)) {
            text.exactly(words.getWholeText());
        } else {
            text.words(words.getWholeText());
        }
    }

    private boolean isPreformatted(Element element) {
        Element parent = element.parent();
        return markup
                && (element.nameIs("pre") || element.nameIs("textarea") || (parent != null && parent.nameIs("pre")));
    }

    private void begin(Element element) {
        String name = element.normalName();
        if (!markup) {
            text.line();
        } else if (PARAGRAPHS.contains(name)) {
            text.paragraph();
            if (name.length() == 2 && name.charAt(0) == 'h' && Character.isDigit(name.charAt(1))) {
                text.exactly("#".repeat(name.charAt(1) - '0') + " ");
            }
        } else if (name.equals("li")) {
            text.line();
            text.exactly("- ");
        } else if (name.equals("br")) {
            text.line();
        } else if (name.equals("td") || name.equals("th")) {
            if (element.elementSiblingIndex() > 0) {
                text.words(" | ");
            }
        } else if (element.isBlock()) {
            text.line();
        }
        if (markup && name.equals("a")) {
            addLink(element);
        }
    }

    private void end(Element element) {
        if (!markup) {
            text.line();
        } else if (PARAGRAPHS.contains(element.normalName())) {
            text.paragraph();
        } else if (element.isBlock() && !element.nameIs("td") && !element.nameIs("th")) {
            text.line();
        }
    }

    /** Whether a browser does not display the element: a page could hide text for models there. */
    private static boolean isUnseen(Element element) {
        String style = element.attr("style");
        return NOT_TEXT.contains(element.normalName())
                || element.hasAttr("hidden")
                || element.attr("aria-hidden").toLowerCase(Locale.ROOT).equals("true")
                || element.nameIs("input")
                || (!style.isEmpty()
                        && HIDDEN.matcher(style.substring(0, Math.min(style.length(), STYLE_CHARACTERS)))
                                .find());
    }

    private static boolean isCharset(String name) {
        try {
            return Charset.isSupported(name);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private void addLink(Element anchor) {
        String url = anchor.absUrl("href");
        if (links.size() < TextLimits.LINKS
                && url.length() <= TextLimits.URL_CHARACTERS
                && (url.startsWith("http://") || url.startsWith("https://"))
                && url.codePoints().allMatch(ReadableText::isVisible)) {
            links.putIfAbsent(url, anchor);
        }
    }

    private List<Extracted.Link> links(Document page) {
        String here = page.location() + "#";
        return links.entrySet().stream()
                .filter(link -> !link.getKey().startsWith(here))
                .map(link -> new Extracted.Link(
                        ReadableText.line(link.getValue().text(), TextLimits.LINE_CHARACTERS), link.getKey()))
                .toList();
    }
}

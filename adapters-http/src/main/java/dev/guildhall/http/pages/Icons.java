package dev.guildhall.http.pages;

import dev.guildhall.http.ClassPath;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One SVG file with all icons of the pages, each as a symbol with the icon's name. */
final class Icons {
    private static final String LIST = "/web/icons.txt";
    private static final Pattern BODY = Pattern.compile("<svg[^>]*>(.*)</svg>", Pattern.DOTALL);

    private Icons() {}

    /** Builds the file from the icons that {@code icons.txt} names, one name in each line. */
    static byte[] sprite(PageLibrary icons) {
        StringBuilder sprite = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\">");
        ClassPath.text(LIST)
                .lines()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .forEach(name -> sprite.append("<symbol id=\"")
                        .append(name)
                        .append("\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.75\""
                                + " stroke-linecap=\"round\" stroke-linejoin=\"round\">")
                        .append(body(icons, name))
                        .append("</symbol>"));
        return sprite.append("</svg>").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String body(PageLibrary icons, String name) {
        byte[] file = icons.file("icons/" + name + ".svg")
                .orElseThrow(() -> new IllegalStateException("there is no icon " + name));
        Matcher body = BODY.matcher(new String(file, StandardCharsets.UTF_8));
        if (!body.find()) {
            throw new IllegalStateException("the icon " + name + " is not an SVG picture");
        }
        return body.group(1).strip();
    }
}

package dev.guildhall.http.account;

import io.nayuki.qrcodegen.QrCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A QR code as an SVG picture in a data address. */
final class QrPicture {
    /** The white edge that readers need, in modules. */
    private static final int EDGE = 4;

    private QrPicture() {}

    static String of(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append('M')
                            .append(x + EDGE)
                            .append(',')
                            .append(y + EDGE)
                            .append("h1v1h-1z");
                }
            }
        }
        int size = code.size + 2 * EDGE;
        String svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + " " + size + "\">"
                + "<path fill=\"#fff\" d=\"M0,0h" + size + "v" + size + "H0z\"/><path d=\"" + path + "\"/></svg>";
        return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.Text;

/** Makes the texts of servers safe to store. */
final class ServerTexts {
    private ServerTexts() {}

    /** The text, repaired so that it can be stored, and with an ellipsis instead of the part beyond the limit. */
    static String cut(String text, int most) {
        String repaired = Text.repaired(text);
        if (repaired.length() <= most) {
            return repaired;
        }
        int end = most - 1;
        return repaired.substring(0, Character.isHighSurrogate(repaired.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}

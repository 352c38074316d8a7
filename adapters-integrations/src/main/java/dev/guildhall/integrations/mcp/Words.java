package dev.guildhall.integrations.mcp;

import dev.guildhall.ports.Text;

/** Texts of servers, made fit to be shown. */
final class Words {
    private Words() {}

    /** The text without what cannot be stored, and with an ellipsis in place of what is too long. */
    static String cut(String text, int most) {
        String repaired = Text.repaired(text);
        if (repaired.length() <= most) {
            return repaired;
        }
        int end = most - 1;
        return repaired.substring(0, Character.isHighSurrogate(repaired.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}

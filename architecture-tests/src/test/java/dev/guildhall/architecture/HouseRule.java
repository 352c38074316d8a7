package dev.guildhall.architecture;

import com.tngtech.archunit.lang.ArchRule;

/**
 * One architecture rule.
 *
 * @param name a word; the class that violates the rule on purpose is in the package {@code bites.<name>}
 */
record HouseRule(String name, ArchRule rule) {
    @Override
    public String toString() {
        return name + ": " + rule.getDescription();
    }
}

package dev.guildhall.architecture;

import com.tngtech.archunit.lang.ArchRule;

/**
 * One rule of the house.
 *
 * @param name a word; the offender that proves that the rule bites stands in the package {@code bites.<name>}
 */
record HouseRule(String name, ArchRule rule) {
    @Override
    public String toString() {
        return name + ": " + rule.getDescription();
    }
}

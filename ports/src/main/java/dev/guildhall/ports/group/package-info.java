/** Groups and their members (accounts-31 to accounts-35). */
package dev.guildhall.ports.group;

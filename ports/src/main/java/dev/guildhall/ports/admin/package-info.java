/** Administration of the installation (keys-14 to keys-17). */
package dev.guildhall.ports.admin;
